/** A property of a page beside its rows. */
export interface PageProperty {
  readonly name: string
  readonly type: { readonly kind: 'string' | 'int' | 'boolean'; readonly nullable?: true }
  readonly doc: { readonly summary: string }
}

/**
 * Says of a page `Page<T>` what the transform says of an application's classes: this package is JavaScript where
 * it is installed, and its types would be lost.
 */
export function describePage(
  page: { readonly name: string },
  summary: string,
  properties: readonly PageProperty[],
): void {
  const rows = {
    name: 'data',
    type: { kind: 'array', items: { kind: 'typeParameter', name: 'T' } },
    doc: { summary: 'The rows of the page.' },
  }
  const parameters = [rows, ...properties].map((each) => ({
    ...each,
    property: 'public',
    at: '1:1',
  }))
  const description = {
    name: page.name,
    file: '@fw/query',
    at: '1:1',
    typeParameters: ['T'],
    parameters,
    doc: { summary },
  }
  Object.defineProperty(page, Symbol.for('fw.description'), { value: () => description })
}
