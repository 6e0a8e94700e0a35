import addFormats from 'ajv-formats'
import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js'
import type { JsonSchema } from '@fw/core'

/** Compiles schemas whose references lead into `components`, with ajv for JSON Schema 2020-12 and formats checked. */
export function createCompiler(
  components: object,
): (schema: JsonSchema | undefined) => ValidateFunction {
  const ajv = new Ajv2020({
    ownProperties: true,
    allowUnionTypes: true,
    strictTypes: false,
    strictTuples: false,
  })
  addFormats.default(ajv)
  ajv.addVocabulary(['discriminator', 'components', 'x-enum-varnames'])
  return (schema) => {
    // The components take most of the time.
    const refersTo = JSON.stringify(schema)?.includes('"$ref"') ? { components } : {}
    return ajv.compile({ ...schema, ...refersTo })
  }
}
