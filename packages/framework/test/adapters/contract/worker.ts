import { createKernel } from './shop.ts'

const { fetch } = createKernel()

// What makes a module a worker.
// oxlint-disable-next-line import/no-default-export
export default { fetch }
