export { TestIssuer } from './test-issuer.ts'
