import type { MarkedMethod } from '../../../base/reflection/marked-methods.ts'
import type { MethodReflection } from '../../../base/reflection/class-reflection.ts'
import { jsonFormOf, type ToJsonForm } from '../../../data/schema/json-form.ts'
import type { McpToolAttribute } from './decorators.ts'
import { parameterChecks } from '../../../http/binding/argument-plan.ts'
import { describeChecks } from '../../../data/validation/check.ts'
import { refuseUnreadable } from '../../../data/validation/refuse-unreadable.ts'
import { InvalidTool } from '../protocol/errors.ts'
import type { Handler } from './handler.ts'
import { MethodArguments } from './method-arguments.ts'
import { findMirrored, markMirrored, type MirroredArgument } from './mirrored-arguments.ts'
import { inputSchema, outputSchema } from './tool-schema.ts'

/** A registered tool. */
export interface Tool extends Handler {
  readonly name: string
  readonly arguments: MethodArguments
  /**
   * True if the declared return type is a class, without null or undefined. Results are then also sent as structured
   * content.
   */
  readonly isStructured: boolean
  /** Converts a result to its JSON form; undefined if its type needs no conversion. */
  readonly toJsonForm: ToJsonForm | undefined
  /** The arguments that are repeated in HTTP headers. */
  readonly mirrored: readonly MirroredArgument[]
  /** The entry for the tool in the list that clients request. */
  readonly descriptor: Readonly<Record<string, unknown>>
}

/** Creates the tool of a method. Throws `InvalidTool` if agents could not call it. */
export function createTool({
  reflection,
  method,
  use,
  owner,
}: MarkedMethod<McpToolAttribute>): Tool {
  refuseRest(owner, method)
  if (method.returns) refuseUnreadable(method.returns, `${owner}, return type`)
  const methodArguments = new MethodArguments(owner, method)
  const { title, annotations } = use.options
  const input = inputSchema(methodArguments.plan)
  const output = outputSchema(method)
  const mirrored = findMirrored(owner, method, input)
  return {
    class: reflection.class,
    declaration: { class: reflection, method },
    methodName: method.name,
    owner,
    arguments: methodArguments,
    name: use.tool,
    isStructured: output !== undefined,
    toJsonForm: method.returns && jsonFormOf(method.returns),
    mirrored,
    descriptor: {
      name: use.tool,
      title,
      description: [use.description, describeChecks(parameterChecks(method))]
        .filter(Boolean)
        .join('\n\n'),
      inputSchema: markMirrored(input, mirrored),
      outputSchema: output,
      annotations,
    },
  }
}

function refuseRest(owner: string, { parameters }: MethodReflection): void {
  const rest = parameters.find((parameter) => parameter.rest)
  if (rest) {
    const problem = `arguments have names, so "...${rest.name}" cannot be filled. Remove the "...".`
    throw new InvalidTool(owner, rest.at, problem)
  }
}
