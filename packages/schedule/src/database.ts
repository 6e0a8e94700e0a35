export { DatabaseStore } from './stores/database-store.ts'
