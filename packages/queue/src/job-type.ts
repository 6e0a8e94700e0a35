import { Hydrator, jsonFormOf, reflect, type MethodReflection } from 'fw'
import { InvalidJob, MalformedJob } from './errors.ts'
import type { Job, JobClass } from './job.ts'

const hydrator = new Hydrator()

/** A class of jobs, read once: how its jobs become text, and how they come back. */
export class JobType {
  readonly class: JobClass
  readonly name: string
  /** `file:line:column` */
  readonly at: string
  readonly handle: MethodReflection
  readonly #toJsonForm: ReturnType<typeof jsonFormOf>
  readonly #fields: readonly { readonly name: string; readonly optional: boolean }[]

  /** Throws `InvalidJob`, or what the hydrator throws for a parameter that cannot be filled. */
  constructor(type: JobClass) {
    const { name, at, methods, parameters } = reflect(type)
    const handle = methods.find((method) => method.name === 'handle')
    if (!handle) {
      throw new InvalidJob(
        name,
        at,
        `a job says so and has a method handle: class ${name} implements Job.`,
      )
    }
    const rest = parameters.find((parameter) => parameter.rest)
    if (rest) {
      throw new InvalidJob(name, rest.at, `"${rest.name}" cannot be a rest parameter. Take a list.`)
    }
    hydrator.prepare(type)
    this.#toJsonForm = jsonFormOf({ kind: 'class', name, class: type })
    this.class = type
    this.name = name
    this.at = at
    this.handle = handle
    this.#fields = parameters.map((parameter) => ({
      name: parameter.name,
      optional: parameter.optional === true || parameter.default !== undefined,
    }))
  }

  /** The job's payload as JSON. Throws `ValidationFailed` for one that could not be read again. */
  write(job: Job): string {
    const values: Record<string, unknown> = {}
    for (const { name, optional } of this.#fields) {
      if (!(name in job) && !optional) throw this.#lacksProperty(name)
      values[name] = (job as unknown as Record<string, unknown>)[name]
    }
    const payload = JSON.stringify(this.#toJsonForm?.(values) ?? values, writeBigint)
    hydrator.hydrate(this.class, JSON.parse(payload))
    return payload
  }

  /** The job of a payload. Throws `MalformedJob` for text that is not JSON, and `ValidationFailed`. */
  read(payload: string): Job {
    return hydrator.hydrate(this.class, parse(payload))
  }

  #lacksProperty(name: string): InvalidJob {
    return new InvalidJob(
      this.name,
      this.at,
      `the job has no property "${name}", and what its constructor takes is what is stored. ` +
        `Write: constructor(readonly ${name}: …).`,
    )
  }
}

/** The form that the hydrator takes a bigint in. */
function writeBigint(_key: string, value: unknown): unknown {
  if (typeof value !== 'bigint') return value
  const number = Number(value)
  return Number.isSafeInteger(number) ? number : String(value)
}

function parse(payload: string): unknown {
  try {
    return JSON.parse(payload)
  } catch (error) {
    throw new MalformedJob('The stored payload is no JSON.', { cause: error })
  }
}
