import type { Config } from '../../base/config/config.ts'
import type { MiddlewareClass, Setting } from './middleware.ts'

/**
 * The argument of a setting: options, a function that returns options from the configuration, or `false` to turn the
 * setting off.
 */
export type SettingOptions<O> = O | ((config: Config) => O) | false

/**
 * A setting of the framework. The constructor of a subclass reads the options, and throws if they are invalid.
 *
 * @public
 */
export abstract class OptionsSetting<O> implements Setting {
  /** The options; undefined if the setting is off, or if a function will return them from the configuration. */
  protected readonly options: O | undefined
  readonly isOff: boolean
  readonly #argument: SettingOptions<O>
  readonly #otherArguments: readonly unknown[]

  /** `otherArguments` are further arguments of the subclass that do not depend on the configuration. */
  constructor(argument: SettingOptions<O>, ...otherArguments: readonly unknown[]) {
    this.#argument = argument
    this.#otherArguments = otherArguments
    this.isOff = argument === false
    this.options = argument === false || isFunction(argument) ? undefined : argument
  }

  abstract middleware(): MiddlewareClass | undefined

  configured(config: Config): Setting {
    if (!isFunction(this.#argument)) return this
    const type = this.constructor as new (
      options: O,
      ...otherArguments: readonly unknown[]
    ) => Setting
    return new type(this.#argument(config), ...this.#otherArguments)
  }
}

function isFunction<O>(argument: SettingOptions<O>): argument is (config: Config) => O {
  return typeof argument === 'function'
}
