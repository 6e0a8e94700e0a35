import { Body, BodyLimit, Post } from '@fw/core'

type Shown = string | { readonly name: string; readonly type: string; readonly content: string }

async function show(value: unknown): Promise<unknown> {
  if (Array.isArray(value)) return Promise.all(value.map(show))
  if (value instanceof File) {
    const content = Buffer.from(await value.arrayBuffer()).toString('latin1')
    return { name: value.name, type: value.type, content } satisfies Shown
  }
  if (typeof value !== 'object' || value === null) return value
  const shown = await Promise.all(
    Object.entries(value).map(async ([name, each]) => [name, await show(each)] as const),
  )
  return Object.fromEntries(shown)
}

export class MultipartRoutes {
  /** Returns the fields and files of a form. */
  @Post('/multipart/form')
  form(@Body() form: Record<string, unknown>) {
    return show(form)
  }

  @BodyLimit('1KiB')
  @Post('/multipart/small')
  small(@Body() form: Record<string, unknown>) {
    return show(form)
  }
}
