import type { Class } from '../../base/reflection/type-info.ts'

/** The numbers and strings used in a message, by name. */
export type MessageParameters = Readonly<Record<string, unknown>>

/** A validation message with its code. */
export class Message {
  /** The code in kebab case: `min-length`, `required`, `type.int`. */
  readonly code: string
  readonly parameters: MessageParameters
  readonly text: string
  /** True if the message comes from the declaration. `Messages` does not replace it. */
  readonly isOwn: boolean

  constructor(code: string, text: string, parameters: MessageParameters = {}, isOwn = false) {
    this.code = code
    this.text = text
    this.parameters = parameters
    this.isOwn = isOwn
  }

  withText(text: string): Message {
    return new Message(this.code, text, this.parameters, this.isOwn)
  }

  toString(): string {
    return this.text
  }
}

export const required = new Message('required', 'is required.')
export const notNull = new Message('not-null', 'must not be null.')
export const tooDeep = new Message('too-deep', 'is nested too deeply.')
export const notUnique = new Message('unique', 'must not repeat elements.')

/** The options that constraints accept as their last argument. */
export interface MessageOptions {
  /** Replaces the default message. `{n}` is replaced with the parameter `n`. */
  readonly message?: string | ((parameters: MessageParameters) => string)
}

/** Returns the message of a constraint: the declared one, or else the default. */
export function messageOf(
  { message }: MessageOptions | undefined = {},
  parameters: MessageParameters,
  text: string,
): string {
  if (message === undefined) return text
  if (typeof message === 'function') return message(parameters)
  return message.replaceAll(/\{(\w+)\}/gu, (placeholder, name: string) =>
    Object.hasOwn(parameters, name) ? String(parameters[name]) : placeholder,
  )
}

/** A validation error as data, for error handlers and for clients with their own messages. */
export interface FailureDetail {
  readonly key: string
  readonly code: string
  readonly parameters: MessageParameters
  readonly message: string
}

/**
 * The translated validation messages of an application: an exported class that extends this one, or an object in the
 * container.
 */
export abstract class Messages {
  /** The available languages, such as `en` or `pt-BR`. The first is used if the client accepts none of them. */
  abstract readonly locales: readonly string[]

  /** Returns the message for `code` in the language `locale`; undefined to keep the default. */
  abstract text(code: string, parameters: MessageParameters, locale: string): string | undefined
}

/** Returns the class that extends `Messages`; undefined if no class does. Throws a `TypeError` if there are two. */
export function declaredMessages(classes: Iterable<Class>): Class<Messages> | undefined {
  const isDeclared = (type: Class): type is Class<Messages> => type.prototype instanceof Messages
  const [first, second] = Array.from(classes).filter(isDeclared)
  if (first && second) {
    throw new TypeError(`${first.name} and ${second.name} both extend Messages. Keep one.`)
  }
  return first
}
