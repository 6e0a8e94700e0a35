import { Application, Prefix, SecurityHeaders } from '@fw/core'

@Application()
@Prefix('/api')
@SecurityHeaders()
export class Studio {}
