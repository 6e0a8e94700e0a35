import { expect } from 'vitest'
import { RouteDiscovery } from 'fw'
import { temporaryApplication } from '../temporary-application.ts'
import { verifies } from '../../../../spec/verifies.ts'

verifies('route.discovery', 'controllers are found in any folder and under any name', async () => {
  const controller = (name: string, path: string) =>
    `import { Get } from 'fw'\nexport class ${name} {\n  @Get('${path}') get() {}\n}\n`
  const root = temporaryApplication({
    'package.json': '{ "type": "module" }',
    'src/shop/basket.ts': controller('Basket', '/basket'),
    'src/anything.ts': controller('Anything', '/anything'),
  })

  const router = await RouteDiscovery.discover(root)

  expect(router.routes.map(({ path }) => path)).toEqual(['/anything', '/basket'])
})
