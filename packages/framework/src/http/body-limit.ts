import type { BodyLimits } from '../binding/body-limits.ts'
import { parseSize } from '../config/units.ts'
import { attribute } from '../reflection/attribute.ts'
import type { LevelKind, Setting, Target } from './middleware.ts'

export interface BodyLimitParts {
  /** Of one uploaded file: bytes, or a text such as `10MiB`. Default: as much as a body. */
  readonly file?: number | string
  /** Uploaded files in one form. */
  readonly files?: number
  /** Fields in one form. */
  readonly fields?: number
}

export class BodyLimitAttribute implements Setting {
  readonly #limits: Partial<BodyLimits>

  constructor(size: number | string, parts: BodyLimitParts = {}) {
    const body = parseSize(size)
    const { file, files, fields } = parts
    this.#limits = {
      body,
      file: file === undefined ? body : parseSize(file),
      fieldBytes: Math.min(body, 2 * 1024 * 1024),
      ...(files !== undefined && { files }),
      ...(fields !== undefined && { fields }),
    }
  }

  /** The dispatcher reads by it; nothing stands around. */
  middleware(): undefined {}

  check({ route }: Target, level: LevelKind): void {
    if (level !== 'method' || !route) return
    const { readsBody, resolvers } = route.arguments
    if (readsBody || resolvers.some(({ kind }) => kind === 'request')) return
    throw new TypeError('@BodyLimit stands on a method that takes no body. Remove it.')
  }

  /** The limits of a route, in the place of the kernel's. */
  over(limits: BodyLimits): BodyLimits {
    return { ...limits, ...this.#limits }
  }
}

/** How large a request body may be, and the parts of a form: 413 over it. Sizes are bytes, or texts such as `512KiB`. */
export const BodyLimit = attribute(BodyLimitAttribute)
