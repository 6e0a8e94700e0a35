import type { Router } from '../http/router.ts'
import type { DescribedRoutes } from './create-document.ts'
import { once } from './once.ts'

/** The document of an application, made when it is first asked for: boot neither loads nor runs the generator. */
export type DescribeApplication = () => Promise<DescribedRoutes>

/** `root` is the folder whose package.json names the application. */
export function describeApplication(router: Router, root: string): DescribeApplication {
  return once(async () => {
    const [{ createDocument }, { readHead }] = await Promise.all([
      import('./create-document.ts'),
      import('./read-head.ts'),
    ])
    return createDocument(router.routes, readHead(root))
  })
}
