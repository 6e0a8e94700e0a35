import type { Documentation } from '../reflection/type-info.ts'
import { toExample } from '../schema/annotate.ts'
import type { MediaType } from './document.ts'

/** The `@example`s of a method, which show its body: the request's where it reads one, else the response's. */
export function describeExamples({ examples = [] }: Documentation): Pick<MediaType, 'examples'> {
  if (examples.length === 0) return {}
  const named = examples.map((text, index) => [
    `example${index + 1}`,
    { value: toExample(text, {}) },
  ])
  return { examples: Object.fromEntries(named) }
}
