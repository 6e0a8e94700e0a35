import { Application, StaticFiles } from '@fw/core'

@Application()
@StaticFiles('/', 'public')
@StaticFiles('/app', 'web', {
  immutable: /^\/app\/assets\//,
  fallback: 'index.html',
  precompressed: true,
})
export class Site {}
