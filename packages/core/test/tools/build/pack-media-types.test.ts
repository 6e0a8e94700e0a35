import { lookup, mimes } from 'mrmime'
import { expect, test } from 'vitest'
import { packMediaTypes } from '../../../src/tools/build/pack-media-types.ts'

test('the packed table has every media type of the package', async () => {
  const { handler } = packMediaTypes.load as unknown as {
    readonly handler: () => Promise<{ readonly code: string }>
  }
  const { code } = await handler()
  const packed = (await import(`data:text/javascript,${encodeURIComponent(code)}`)) as {
    readonly lookup: typeof lookup
  }
  for (const [end, type] of Object.entries(mimes)) expect(packed.lookup(`a.${end}`)).toBe(type)
  for (const name of ['a.JPG', 'tar.gz', 'png', 'none', '', 'constructor']) {
    expect(packed.lookup(name)).toBe(name === 'constructor' ? undefined : lookup(name))
  }
})
