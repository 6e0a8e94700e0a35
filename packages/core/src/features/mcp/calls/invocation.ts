import type { MaybePromise } from '../../../base/platform/maybe-promise.ts'
import type { Class } from '../../../base/reflection/type-info.ts'
import type { CallInput } from '../../../calls/plan-call.ts'
import type { ValidationErrors } from '../../../data/validation/validation-errors.ts'
import type { ToolCall } from '../../../http/chain/tool-call.ts'
import type { HttpError } from '../../../http/message/http-error.ts'
import type { Injections } from '../catalogue/method-arguments.ts'
import type { ResultMembers } from '../protocol/json-rpc.ts'
import type { MessageContext } from '../protocol/method.ts'
import type { ProgressReporter } from '../protocol/progress-reporter.ts'

/** The handling of errors by tools, or by resources. */
export interface InvocationKind {
  /** The log message of an error that agents may not read, and the text that they get instead. */
  readonly failure: { readonly logged: string; readonly shown: string }
  /** Returns the text of an error that agents may read; undefined for any other error. */
  textOf(error: unknown): string | undefined
  /** Returns an error result that shows the text to the agent, or throws the text as an error. */
  refuse(text: string): ResultMembers
}

/** One call of a tool, or one read of a resource. */
export abstract class Invocation implements CallInput, Injections {
  readonly context: ToolCall
  readonly message: MessageContext
  readonly errors: ValidationErrors = []
  #signal: AbortSignal | undefined

  constructor(context: ToolCall, message: MessageContext) {
    this.context = context
    this.message = message
  }

  abstract get kind(): InvocationKind
  /** Returns the fields to add to the log entry of an error. */
  abstract get facts(): Readonly<Record<string, string>>
  /** Reads the arguments of the method, and adds failures to `errors`. */
  abstract readArguments(): MaybePromise<readonly unknown[]>
  /** Returns the error to throw if a policy denies the call. */
  abstract denied(error: HttpError): Error
  /** Returns the result for the value of the method. */
  abstract finish(value: unknown): ResultMembers
  /**
   * Handles an error that must not reach error handlers: returns the result for it, or throws it.
   * Returns undefined for other errors.
   */
  abstract settle(error: unknown): ResultMembers | undefined
  abstract progress(): ProgressReporter
  /** Ends the progress of the call. */
  abstract end(): void

  /** True if the caller has cancelled the call, and the method takes an `AbortSignal`. */
  get isCancelled(): boolean {
    return this.#signal?.aborted === true
  }

  signal(): AbortSignal {
    this.#signal = this.message.signal()
    return this.context.signalWith(this.#signal)
  }

  provided(type: Class): unknown {
    return this.context.find(type)
  }
}
