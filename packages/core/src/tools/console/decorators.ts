import { callable } from '../../features/access/decorators.ts'
import { attribute } from '../../base/reflection/attribute.ts'

/** Options for a command. */
export interface CommandOptions {
  /** A sentence for the list of commands. Default: the first sentence of the doc comment. */
  readonly description?: string
}

export class CommandAttribute {
  readonly [callable] = true
  readonly command: string
  readonly description: string | undefined

  constructor(name: string, options: CommandOptions = {}) {
    if (!/^[a-z][\w:-]*$/i.test(name)) {
      throw new Error(
        `the command name "${name}" is invalid. Use a letter, then letters, digits, "-", "_" or ":".`,
      )
    }
    this.command = name
    this.description = options.description
  }
}

export class OptionAttribute {}

/** Marks a method that can be called on the command line as `fw <name>`. Its parameters come from the arguments. */
export const Command = attribute(CommandAttribute, '…')

/** Marks a command parameter that is passed as `--name value` instead of by position. */
export const Option = attribute(OptionAttribute)
