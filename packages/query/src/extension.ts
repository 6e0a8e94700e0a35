import type { Class, Extension } from '@fw/core'
import { chooseToken, declaredAttributes } from '@fw/core/internals'

/** Binds `Database` to the configured databases, unless the application binds it itself. */
export const extension: Extension = {
  async extend({ container, config, classes }) {
    const namesDatabases = config.keys().some((key) => /^(?:DATABASE|DB)_/.test(key))
    if (!namesDatabases && !classes.some(choosesConnection)) return
    const { refuseMisplacedConnection } = await import('./configured/misplaced-connection.ts')
    classes.forEach(refuseMisplacedConnection)
    const { bindDatabases } = await import('./configured/bind-databases.ts')
    bindDatabases(container, config)
  },

  async openDatabase(settings, tlsKey) {
    const { openCheckedDatabase } = await import('./configured/checked-database.ts')
    return openCheckedDatabase(settings, tlsKey)
  },

  async check() {
    return (await import('./configured/misplaced-connection.ts')).refuseMisplacedConnection
  },
}

/** True if a class uses `@Connection`. */
function choosesConnection(type: Class): boolean {
  return declaredAttributes(type).some((use) => chooseToken in (use.type as Class).prototype)
}
