import type { Config } from '../../base/config/config.ts'
import type { MiddlewareClass, Setting } from './middleware.ts'

/**
 * The argument of a setting: options, a function that returns options from the configuration, or `false` to turn it
 * off.
 */
export type SettingOptions<O> = O | ((config: Config) => O) | false

/**
 * A setting of the framework. The constructor of a subclass reads the options, and throws if they are invalid.
 *
 * @public
 */
export abstract class OptionsSetting<O> implements Setting {
  /** The options; undefined until the configuration is read, or if the setting is off. */
  protected readonly options: O | undefined
  readonly isOff: boolean
  readonly #given: SettingOptions<O>
  readonly #others: readonly unknown[]

  /** `others` are further arguments of the subclass that do not depend on the configuration. */
  constructor(given: SettingOptions<O>, ...others: readonly unknown[]) {
    this.#given = given
    this.#others = others
    this.isOff = given === false
    this.options = given === false || isFunction(given) ? undefined : given
  }

  abstract middleware(): MiddlewareClass | undefined

  configured(config: Config): Setting {
    if (!isFunction(this.#given)) return this
    const type = this.constructor as new (options: O, ...others: readonly unknown[]) => Setting
    return new type(this.#given(config), ...this.#others)
  }
}

function isFunction<O>(given: SettingOptions<O>): given is (config: Config) => O {
  return typeof given === 'function'
}
