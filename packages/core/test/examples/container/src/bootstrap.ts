import type { Config, Container } from '@fw/core'
import { Mailer, SmtpMailer } from './mailer.ts'

export default (container: Container, config: Config): void => {
  container.bind(
    Mailer,
    () => new SmtpMailer(config.string('MAIL_HOST', 'localhost')),
  )
}
