import type { MaybePromise } from '../../base/platform/maybe-promise.ts'
import type { Class } from '../../base/reflection/type-info.ts'
import { ChecksCannotRun } from '../validation/errors.ts'
import { isPlainObject } from '../validation/plain-object.ts'
import { planOf } from '../hydration/plan-value.ts'
import { callStandalone, runPending } from '../validation/run-checks.ts'
import type { ValidationErrors } from '../validation/validation-errors.ts'
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
  const errors: ValidationErrors = []
  const built = plan.hydrate(value, errors, 0) as T
  const pending = errors.length === 0 ? runPending(errors, callStandalone) : undefined
  return pending ? pending.then(() => resultOf(built, errors)) : resultOf(built, errors)
}

function resultOf<T>(value: T, errors: ValidationErrors): StandardResult<T> {
  if (errors.length === 0) return { value }
  const issues = []
  for (let index = 0; index < errors.length; index += 2) {
    const key = errors[index] as string
    issues.push({ path: key === '' ? [] : key.split('.'), message: String(errors[index + 1]) })
  }
  return { issues }
}

function complete(draft: string, refer: (components: SchemaComponents) => JsonSchema): JsonSchema {
  if (draft !== 'draft-2020-12') {
    throw new TypeError(
      `Request "draft-2020-12", not "${draft}": a class has no other JSON Schema.`,
    )
  }
  const components = new SchemaComponents('#/$defs', { namesTypes: true })
  const schema = refer(components)
  const $defs = components.complete(schema)
  return { $schema: 'https://json-schema.org/draft/2020-12/schema', ...schema, $defs }
}
