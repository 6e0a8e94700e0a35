import type { DescribedPlans, DescribedRoutes } from './create-document.ts'

/** Creates the document of an application at the first call, so that boot neither loads nor runs the generator. */
export interface DescribeApplication {
  (): Promise<DescribedRoutes>
  /** Includes the routes marked with `Hidden()`. */
  withHidden(): Promise<DescribedRoutes>
}

/** Returns the function that creates the document. `root` is the folder of the application's package.json. */
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

/** Runs `load` at the first call and caches its result. A failure is not cached. */
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
