import { Get, Put, type Class } from '@fw/core'
import { serve } from '@fw/core/bun'
import { serve as serveOnDeno } from '@fw/core/deno'
import { expect, test, vi } from 'vitest'
import { kernelOf } from '../serving.ts'

type Routes = Record<string, Record<string, (request: Request, server: unknown) => Response>>

/** The options of `Bun.serve` for a kernel. */
async function routesOf(controllers: readonly Class[], config = {}): Promise<Routes> {
  const given = vi.fn((_options: { readonly routes: Routes }) => ({ port: 1 }))
  vi.stubGlobal('Bun', { serve: given })
  try {
    await serve(kernelOf(controllers, { config }).kernel)
  } finally {
    vi.unstubAllGlobals()
  }
  return given.mock.calls[0]?.[0].routes as Routes
}

class Pages {
  @Get('/{page}')
  page(page: string) {
    return { page }
  }

  @Put('/{name}')
  rename(name: string) {
    return { name }
  }
}

/** A request of which Bun has found the route. */
function found(path: string, p0: string): Request {
  return Object.assign(new Request(`http://shop.example${path}`), { params: { p0 } })
}

test('Bun matches internal paths before routes, and routes before placeholders', async () => {
  const routes = await routesOf([Pages], { FW_HEALTH: 'true' })
  expect(Object.keys(routes['/:p0'] ?? {})).toEqual(['GET', 'HEAD', 'PUT'])
  for (const path of Object.keys(routes).filter((each) => each !== '/:p0')) {
    const request = new Request(`http://shop.example${path}`)
    const answer = await routes[path]?.['GET']?.(request, {})
    expect(await answer?.text()).not.toMatch(/^\{"page"/)
  }
  const page = await routes['/:p0']?.['GET']?.(found('/docs2', 'docs2'), {})
  expect(await page?.json()).toEqual({ page: 'docs2' })
  expect(Object.keys(routes)).toEqual(
    expect.arrayContaining(['/health/live', '/openapi.json', '/docs']),
  )
})

class Encoded {
  @Get('/%41bc')
  abc() {
    return 'abc'
  }

  @Get('/fixed')
  fixed() {
    return 'fixed'
  }
}

test('routes with encoded literals are not left to Bun, which would decode them', async () => {
  const routes = await routesOf([Pages, Encoded])
  expect(Object.keys(routes)).toContain('/fixed')
  expect(Object.keys(routes).filter((path) => path.includes(':'))).toEqual([])
})

test('a server of another platform is an error', async () => {
  const { kernel } = kernelOf([Pages])
  await expect(serve(kernel)).rejects.toThrow(
    '@fw/core/bun runs on Bun. On Node use @fw/core/node, on Deno use @fw/core/deno.',
  )
  await expect(serveOnDeno(kernel)).rejects.toThrow(
    '@fw/core/deno runs on Deno. On Node use @fw/core/node, on Bun use @fw/core/bun.',
  )
})
