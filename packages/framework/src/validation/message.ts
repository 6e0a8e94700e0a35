import type { Class } from '../reflection/type-info.ts'
import type { Constraint } from './constraint.ts'

/** What a message is about: the numbers and texts in it, by name. */
export type MessageParameters = Readonly<Record<string, unknown>>

/** What is wrong with a value, in words and as a code. */
export class Message {
  /** In kebab case: `min-length`, `required`, `type.int`. */
  readonly code: string
  readonly parameters: MessageParameters
  readonly text: string
  /** Whether the declaration words it, and nobody else. */
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

/** The last argument of constraints. */
export interface MessageOptions {
  /** In the place of the built-in text: `{n}` stands for the parameter `n`. */
  readonly message?: string | ((parameters: MessageParameters) => string)
}

/** The text of a constraint: its own one where a declaration gives it. */
export function wording(
  { message }: MessageOptions | undefined = {},
  parameters: MessageParameters,
  text: string,
): string {
  if (message === undefined) return text
  if (typeof message === 'function') return message(parameters)
  return message.replaceAll(/\{(\w+)\}/gu, (gap, name: string) =>
    Object.hasOwn(parameters, name) ? String(parameters[name]) : gap,
  )
}

/** Makes messages of the texts of a constraint. The last one is kept: most constraints have one text. */
export function messagesOf(constraint: Constraint): (text: string) => Message {
  const code = codeOf(constraint)
  const { parameters, isOwnText } = constraint
  let last: Message | undefined
  return (text) =>
    last?.text === text ? last : (last = new Message(code, text, parameters, isOwnText))
}

/** `MinLengthConstraint` is `min-length`. */
function codeOf({ constructor }: Constraint): string {
  const name = constructor.name.replace(/Constraint$/u, '')
  return name.replaceAll(/(?<=[a-z\d])(?=[A-Z])/gu, '-').toLowerCase() || 'invalid'
}

/** One failure, for programs: a client that has its own texts, or an error handler. */
export interface FailureDetail {
  readonly key: string
  readonly code: string
  readonly parameters: MessageParameters
  readonly message: string
}

/** The texts of an application for what is wrong with data: an exported class that extends it, or an object in the container. */
export abstract class Messages {
  /** The languages that there are texts for, such as `en` or `pt-BR`; the first serves who asks for none of them. */
  abstract readonly locales: readonly string[]

  /** Undefined for the text of the framework. */
  abstract text(code: string, parameters: MessageParameters, locale: string): string | undefined
}

/** The one that extends `Messages`; undefined where none does. */
export function declaredMessages(classes: Iterable<Class>): Class<Messages> | undefined {
  const isDeclared = (type: Class): type is Class<Messages> => type.prototype instanceof Messages
  const [first, second] = Array.from(classes).filter(isDeclared)
  if (first && second) {
    throw new TypeError(`${first.name} and ${second.name} both extend Messages. Keep one.`)
  }
  return first
}
