import type { DescribedPlans, DescribedRoutes } from './create-document.ts'

/** The document of an application, made when it is first asked for: boot neither loads nor runs the generator. */
export interface DescribeApplication {
  (): Promise<DescribedRoutes>
  /** With the routes marked `Hidden()`, too. */
  withHidden(): Promise<DescribedRoutes>
}

/** `root` is the folder whose package.json names the application. */
export function describeApplication(
  described: () => DescribedPlans,
  root: string,
): DescribeApplication {
  const create = async (withHidden: boolean) => {
    const [{ createDocument }, { readHead }] = await Promise.all([
      import('./create-document.ts'),
      import('./read-head.ts'),
    ])
    return createDocument(described(), readHead(root), withHidden)
  }
  const shown = once(() => create(false))
  return Object.assign(() => shown(), { withHidden: () => create(true) })
}

/** Runs at the first call, and again only after it has failed. */
export function once<T>(load: () => Promise<T>): () => Promise<T> {
  let loading: Promise<T> | undefined
  return () => {
    loading ??= load().catch((error: unknown) => {
      loading = undefined
      throw error
    })
    return loading
  }
}
