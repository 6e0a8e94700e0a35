import { callable } from '../../features/access/decorators.ts'
import { attribute } from '../../base/reflection/attribute.ts'

/** Options of a command besides the name. */
export interface CommandOptions {
  /** A sentence for the list of commands. Default: the summary of the doc comment. */
  readonly description?: string
}

export class CommandAttribute {
  readonly [callable] = true
  readonly command: string
  readonly description: string | undefined

  constructor(name: string, options: CommandOptions = {}) {
    if (!/^[a-z][\w:-]*$/i.test(name)) {
      throw new Error(
        `the command name "${name}" cannot be typed as one word. Use letters, digits, "-", "_" and ":".`,
      )
    }
    this.command = name
    this.description = options.description
  }
}

export class OptionAttribute {}

/** Marks a method that the command line runs as `fw <name>`. Its parameters come from the arguments. */
export const Command = attribute(CommandAttribute, '…')

/** Marks a parameter of a command that is passed as `--name value` instead of by its position. */
export const Option = attribute(OptionAttribute)
