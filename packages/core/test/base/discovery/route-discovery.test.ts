import { expect, test } from 'vitest'
import { RouteDiscovery } from '@fw/core'
import { temporaryApplication } from '../../support/temporary-application.ts'

test('controllers are found in any folder and under any name', async () => {
  const controller = (name: string, path: string) =>
    `import { Get } from '@fw/core'\nexport class ${name} {\n  @Get('${path}') get() {}\n}\n`
  const root = temporaryApplication({
    'package.json': '{ "type": "module" }',
    'src/shop/basket.ts': controller('Basket', '/basket'),
    'src/anything.ts': controller('Anything', '/anything'),
  })

  const router = await RouteDiscovery.discover(root)

  expect(router.routes.map(({ path }) => path)).toEqual(['/anything', '/basket'])
})
