import { callable } from '../access/attributes.ts'
import { attribute } from '../reflection/attribute.ts'

/** What `Command` says beside the name. */
export interface CommandOptions {
  /** One sentence for the list of commands; that of the doc comment when left out. */
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
export const Command = attribute(CommandAttribute)

/** Marks a parameter of a command that is given as `--name value` instead of by its position. */
export const Option = attribute(OptionAttribute)
