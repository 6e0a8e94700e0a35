import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { standardSchema, type Class, type JsonSchema } from '@fw/core'
import { createCompiler } from '../../../packages/core/test/features/openapi/independent-validator.ts'
import type { CaseList, Judge } from '../judge.ts'
import { exceptions, misread } from './exceptions.ts'
import { formatFields } from './formats.ts'
import { limits } from './limits.ts'
import { checkAddresses, checkTemplates, type Texts } from './outside-schemas.ts'
import { shapes } from './shapes.ts'

/** Values that a standard calls valid, and others. */
interface Values {
  readonly valid: readonly unknown[]
  readonly invalid: readonly unknown[]
}

interface KeywordCases extends Values {
  /** The name of the DTO in `shapes`, or of the constraint in `limits` that gets the `limit`. */
  readonly dto: string
  readonly limit?: unknown
}

const formats = readTable('formats.json') as Record<string, Values>
const compile = createCompiler({})
const keywords = readTable('keywords.json') as readonly KeywordCases[]

export const judge: Judge = {
  name: 'json-schema',
  source:
    '[JSON-Schema-Test-Suite](https://github.com/json-schema-org/JSON-Schema-Test-Suite), draft 2020-12',
  isQuick: true,
  exceptions,
  async run(cases) {
    await checkFormats(cases)
    await checkExpressions(cases)
    await checkAddresses(cases, 'IPv4', formats['ipv4'] as Texts)
    await checkAddresses(cases, 'IPv6', formats['ipv6'] as Texts)
    await checkTemplates(cases, formats['uri-template'] as Texts)
    await checkKeywords(cases)
  },
}

async function checkFormats(cases: CaseList): Promise<void> {
  for (const { name, dto, cases: format, embed, applies, excludes } of formatFields) {
    const { valid, invalid } = formats[format] as { valid: string[]; invalid: string[] }
    const toValue = (text: string, isValid: boolean): Value[] =>
      applies?.(text) === false ? [] : [{ value: embed?.(text) ?? text, isValid }]
    const all = [
      ...valid.flatMap((text) => toValue(text, !excludes?.(text))),
      ...invalid.flatMap((text) => toValue(text, false)),
    ]
    await checkValues(cases, name, dto, all)
  }
}

/** The format "regex" is that of `@Regex`, whose patterns are published. */
async function checkExpressions(cases: CaseList): Promise<void> {
  const { valid, invalid } = formats['regex'] as { valid: string[]; invalid: string[] }
  const read = (source: string) => schemaOf(limits['pattern']?.(source as never) as Class<object>)
  for (const source of valid) {
    await cases.check(`Regex takes ${JSON.stringify(source)}`, () => read(source))
  }
  for (const source of invalid) {
    await cases.check(`Regex refuses ${JSON.stringify(source)}`, () =>
      assert.throws(() => read(source), /Invalid regular expression/u),
    )
  }
}

async function checkKeywords(cases: CaseList): Promise<void> {
  for (const { dto: name, limit, valid, invalid } of keywords) {
    const dto = limit === undefined ? shapes[name] : limits[name]?.(limit as never)
    if (!dto) throw new Error(`There is no DTO ${name}.`)
    const title = limit === undefined ? name : `${name} ${JSON.stringify(limit)}`
    const all = [...valid.map(asValid), ...invalid.map(asInvalid)]
    await checkValues(cases, title, dto, all)
  }
}

interface Value {
  readonly value: unknown
  readonly isValid: boolean
}

const asValid = (value: unknown): Value => ({ value, isValid: true })
const asInvalid = (value: unknown): Value => ({ value, isValid: false })

/** Compares the hydrator with the suite, and with a validator that reads the published schema. */
async function checkValues(
  cases: CaseList,
  name: string,
  dto: Class<object>,
  values: readonly Value[],
): Promise<void> {
  const accepts = async (value: unknown) =>
    (await standardSchema(dto)['~standard'].validate({ value })).issues === undefined
  for (const { value, isValid } of values) {
    const title = `${name} ${isValid ? 'accepts' : 'refuses'} ${JSON.stringify(value)}`
    await cases.check(title, async () =>
      assert.equal(await accepts(value), isValid, isValid ? 'It is refused.' : 'It is accepted.'),
    )
  }
  await cases.check(`${name} accepts what it publishes`, async () => {
    const isPublished = compile(schemaOf(dto))
    for (const { value } of values) {
      if (misread.has(JSON.stringify(value))) continue
      assert.equal(
        await accepts(value),
        isPublished({ value }),
        `Not for ${JSON.stringify(value)}.`,
      )
    }
  })
}

function schemaOf(dto: Class<object>): JsonSchema {
  return standardSchema(dto)['~standard'].jsonSchema.input({ target: 'draft-2020-12' })
}

function readTable(name: string): unknown {
  return JSON.parse(readFileSync(new URL(name, import.meta.url), 'utf8'))
}
