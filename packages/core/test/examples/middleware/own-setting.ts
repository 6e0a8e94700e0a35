import {
  Application,
  attribute,
  type Config,
  Get,
  type HttpRequest,
  type Middleware,
  type Next,
  OptionsSetting,
  type SettingOptions,
  Stage,
} from '@fw/core'

export interface BannerOptions {
  readonly text: string
}

export class BannerAttribute extends OptionsSetting<BannerOptions> {
  readonly text: string

  constructor(given: SettingOptions<BannerOptions>) {
    super(given)
    this.text = this.options?.text ?? ''
    if (this.text.length > 80) {
      throw new TypeError('A banner has at most 80 characters.')
    }
  }

  middleware() {
    return ShowsBanner
  }
}

export const Banner = attribute(BannerAttribute)

@Stage('respond')
export class ShowsBanner implements Middleware {
  handle(request: HttpRequest, next: Next) {
    const text = request.attribute(BannerAttribute)?.text ?? ''
    return next((reply) => reply.withHeader('x-banner', text))
  }
}

@Application()
@Banner((config: Config) => ({
  text: config.string('BANNER', 'Sale!'),
}))
export class Shop {}

export class Pages {
  @Get('/')
  home() {
    return 'Welcome.'
  }

  @Banner({ text: 'Only today.' })
  @Get('/today')
  today() {
    return 'Books'
  }

  @Banner(false)
  @Get('/imprint')
  imprint() {
    return 'Who we are.'
  }
}
