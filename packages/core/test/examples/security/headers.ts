import {
  Application,
  CspNonce,
  Get,
  Reply,
  SecurityHeaders,
} from '@fw/core'

@Application()
@SecurityHeaders({
  csp: "default-src 'self'; script-src 'nonce-{nonce}'",
  frameOptions: 'DENY',
})
export class Shop {}

export class Pages {
  @Get('/')
  home(nonce: CspNonce) {
    return Reply.html(
      `<script nonce="${nonce}">document.title = 'Shop'</script>`,
    )
  }
}
