import type { MaybePromise } from '../../base/platform/maybe-promise.ts'
import type { Class } from '../../base/reflection/type-info.ts'
import { ChecksCannotRun } from '../validation/errors.ts'
import { isPlainObject } from '../validation/plain-object.ts'
import { planOf } from '../hydration/plan-value.ts'
import { callAlone, runPending } from '../validation/run-checks.ts'
import type { Findings } from '../validation/findings.ts'
import type { JsonSchema } from '../validation/json-schema.ts'
import type {
  StandardJSONSchemaV1,
  StandardResult,
  StandardSchemaV1,
} from '../validation/schema/standard-schema.ts'
import { SchemaComponents } from './components.ts'
import { responseSchema } from './response-schema.ts'

/**
 * Returns a DTO class as a Standard Schema, for libraries that accept one. It validates plain data and returns an
 * instance. It also provides JSON Schemas (draft 2020-12). Throws `ChecksCannotRun` during validation if the checks of
 * the class need services.
 */
export function standardSchema<T extends object>(
  target: Class<T>,
): StandardSchemaV1<unknown, T> & StandardJSONSchemaV1<unknown, T> {
  return {
    '~standard': {
      version: 1,
      vendor: 'fw',
      validate: (value) => validate(target, value),
      jsonSchema: {
        input: ({ target: draft }) =>
          complete(draft, (components) => components.referenceTo(planOf(target))),
        output: ({ target: draft }) =>
          complete(draft, (components) =>
            responseSchema({ kind: 'class', name: target.name, class: target }, components),
          ),
      },
    },
  }
}

function validate<T extends object>(
  target: Class<T>,
  value: unknown,
): MaybePromise<StandardResult<T>> {
  if (value instanceof target) return { value }
  if (!isPlainObject(value)) return { issues: [{ message: 'must be an object.' }] }
  const plan = planOf(target)
  for (const { name, method } of plan.checks) {
    if (method.parameters.length > 0) throw new ChecksCannotRun(name, 'services')
  }
  const found: Findings = []
  const built = plan.hydrate(value, found, 0) as T
  const waiting = found.length === 0 ? runPending(found, callAlone) : undefined
  return waiting ? waiting.then(() => resultOf(built, found)) : resultOf(built, found)
}

function resultOf<T>(value: T, found: Findings): StandardResult<T> {
  if (found.length === 0) return { value }
  const issues = []
  for (let index = 0; index < found.length; index += 2) {
    const key = found[index] as string
    issues.push({ path: key === '' ? [] : key.split('.'), message: String(found[index + 1]) })
  }
  return { issues }
}

function complete(draft: string, refer: (components: SchemaComponents) => JsonSchema): JsonSchema {
  if (draft !== 'draft-2020-12') {
    throw new TypeError(
      `The JSON Schema of a class is draft-2020-12, but "${draft}" was requested.`,
    )
  }
  const components = new SchemaComponents('#/$defs', { namesTypes: true })
  const schema = refer(components)
  const $defs = components.complete(schema)
  return { $schema: 'https://json-schema.org/draft/2020-12/schema', ...schema, $defs }
}
