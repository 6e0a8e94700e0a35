export { attribute, type AttributeDecorator } from './reflection/attribute.ts'
export {
  AttributeNotCalled,
  AttributeRefused,
  MissingTypeInformation,
} from './reflection/errors.ts'
export { markedMethods, type MarkedMethod } from './reflection/marked-methods.ts'
export {
  reflect,
  type ClassReflection,
  type MethodReflection,
  type ParameterReflection,
} from './reflection/reflect.ts'
export type { Class, TypeInfo } from './reflection/type-info.ts'
export { jsonFormOf } from './schema/json-form.ts'
export { scalar, wireOf, type Scalar, type ScalarOptions } from './validation/scalar.ts'
export { standardSchema } from './schema/standard-schema.ts'
export type { StandardJSONSchemaV1, StandardSchemaV1 } from './validation/schema/standard-schema.ts'
export type { float, int } from './reflection/scalars.ts'
export type { Constraint } from './validation/constraint.ts'
export type { Transform } from './validation/transform.ts'
export { LowerCase } from './validation/transforms/lower-case.ts'
export { Trim } from './validation/transforms/trim.ts'
export { UpperCase } from './validation/transforms/upper-case.ts'
export { Computed, Hide } from './validation/shown-form.ts'
export { Check } from './validation/check.ts'
export { Each } from './validation/each.ts'
export { Email } from './validation/constraints/email.ts'
export { GreaterThan } from './validation/constraints/greater-than.ts'
export { In } from './validation/constraints/in.ts'
export { LessThan } from './validation/constraints/less-than.ts'
export { Max } from './validation/constraints/max.ts'
export { MaxItems } from './validation/constraints/max-items.ts'
export { MaxLength } from './validation/constraints/max-length.ts'
export { Min } from './validation/constraints/min.ts'
export { MinItems } from './validation/constraints/min-items.ts'
export { MinLength } from './validation/constraints/min-length.ts'
export { Messages } from './validation/message.ts'
export type { FailureDetail, MessageOptions, MessageParameters } from './validation/message.ts'
export { MultipleOf } from './validation/constraints/multiple-of.ts'
export { NotBlank } from './validation/constraints/not-blank.ts'
export { Regex } from './validation/constraints/regex.ts'
export { Url } from './validation/constraints/url.ts'
export { Uuid } from './validation/constraints/uuid.ts'
export {
  ChecksCannotRun,
  InvalidCheck,
  MisplacedConstraint,
  UnusableForm,
  UnusableType,
} from './validation/errors.ts'
export { Hydrator, type HydrateOptions } from './validation/hydrator.ts'
export type { JsonSchema } from './validation/schema/json-schema.ts'
export { ListOf } from './validation/list-of.ts'
export { ValidationFailed, type FieldErrors } from './validation/validation-failed.ts'
export { toStoredJson } from './message/to-json.ts'
export type { ProblemMembers } from './message/problem.ts'
export { HttpError, type HttpErrorOptions } from './message/http-error.ts'
export { CookieKeys } from './message/cookie-keys.ts'
export { Cookies, type CookieReading } from './message/cookies.ts'
export {
  KeysMissing,
  KeyTooShort,
  RequestBodyAlreadyRead,
  SealingNotInstalled,
} from './message/errors.ts'
export type { CookieOptions } from './message/set-cookie.ts'
export { InvalidTrustedProxies } from './message/trusted-addresses.ts'
export {
  Reply,
  type Answer,
  type FileReplyOptions,
  type ReplyBody,
  type ReplyOptions,
} from './message/reply.ts'
export { Body, Cookie, Header, Query } from './binding/attributes.ts'
export { UnresolvableParameter } from './binding/errors.ts'
export {
  Delete,
  Get,
  Patch,
  Post,
  Put,
  type RouteAttribute,
  type RouteOptions,
} from './http/routing/attributes.ts'
export { ErrorHandler } from './http/error-handling/error-handler.ts'
export { Throws } from './http/chain/throws.ts'
export {
  DuplicateErrorHandler,
  DuplicateRoute,
  InvalidErrorHandler,
  InvalidMiddleware,
  InvalidPathTemplate,
  InvalidRoute,
  MiddlewareFailed,
} from './http/error-handling/errors.ts'
export {
  Provides,
  Stage,
  Use,
  Without,
  type LevelKind,
  type Middleware,
  type MiddlewareClass,
  type Next,
  type Setting,
  type StageName,
  type Target,
} from './http/chain/middleware.ts'
export { ToolCall, type CalledTool } from './http/chain/tool-call.ts'
export { Prefix } from './http/routing/prefix.ts'
export { Timeout, type GivenTimeout, type TimeoutOptions } from './pipeline/timeout.ts'
export { BodyLimit, type BodyLimitParts, type GivenBodyLimit } from './http/chain/body-limit.ts'
export { OptionsSetting, type SettingOptions } from './http/chain/setting.ts'
export { parseDuration, parseSize } from './config/units.ts'
export {
  RateLimit,
  type GivenRateLimit,
  type RateLimitOptions,
  type RateLimitSettings,
} from './pipeline/rate-limit/rate-limit.ts'
export { HttpRequest, type MatchedRoute } from './message/http-request.ts'
export type { Sent, SentListener } from './message/sent.ts'
export type { Route } from './http/routing/route.ts'
export { RouteDiscovery, Router } from './http/routing/router.ts'
export { Access } from './access/access.ts'
export {
  Allows,
  AnyRole,
  AnyScope,
  Authenticated,
  Fresh,
  Public,
  Roles,
  Scopes,
  type AllowsOptions,
  type GuardedCall,
  type Requirement,
} from './access/attributes.ts'
export { AccessRefused } from './access/access-refused.ts'
export {
  Authentication,
  type AccessOptions,
  type AuthenticationOptions,
  type McpAccessOptions,
  type Schemes,
  type ScopeMeaning,
} from './access/authentication.ts'
export { Denied } from './access/denied.ts'
export {
  AuthenticationUnavailable,
  CredentialRefused,
  InvalidAccess,
  InvalidAuthentication,
  type RefusalOptions,
} from './access/errors.ts'
export type { Decision, DecisionName, Policy } from './access/policy.ts'
export { LocalPrincipal, Principal, type Held, type PrincipalOptions } from './access/principal.ts'
export {
  challengeParameters,
  Scheme,
  type ChallengeDetails,
  type Credential,
  type CredentialPlace,
  type SchemeOptions,
} from './access/scheme.ts'
export { SessionDataInvalid, SessionsNotShared, SessionTooLarge } from './sessions/errors.ts'
export { Session } from './sessions/session.ts'
export { Sessions } from './sessions/sessions.ts'
export type { SessionsOptions } from './sessions/session-opener.ts'
export { Kernel, type KernelOptions } from './kernel.ts'
export { Compress, type CompressOptions } from './pipeline/compress.ts'
export { Conditional } from './pipeline/conditional.ts'
export { StaticFiles, type StaticFilesOptions } from './pipeline/static-files/static-files.ts'
export { WrongContentLength } from './responses/declared-length.ts'
export {
  ErrorResponse,
  FileResponse,
  HtmlResponse,
  ProblemResponse,
  RedirectResponse,
  TextResponse,
} from './responses/builders.ts'
export { BodyAlreadyRead } from './responses/refuse-read.ts'
export { SseEvent, type SseEventOptions } from './responses/sse-event.ts'
export { Container, type MethodPlan } from './container/container.ts'
export { Listener } from './events/attributes.ts'
export {
  Application,
  createApp,
  UnusableBootstrap,
  type Bootstrap,
  type CreateAppOptions,
} from './app.ts'
export {
  PackageNotInstalled,
  type ApplicationBeginning,
  type ApplicationParts,
  type ApplicationPlace,
  type Extension,
} from './extension.ts'
export { Table, TableAttribute, tableOf, type TableOptions } from './tables/attributes.ts'
export { HealthCheck, type HealthCheckOptions, type ProbeName } from './operations/attributes.ts'
export type { FlushMoment } from './operations/flush.ts'
export type { AdminEndpoint } from './operations/admin-endpoint.ts'
export { AdminPortTaken, InvalidHealthCheck, InvalidWorkers } from './operations/errors.ts'
export { workerRole, type WorkerRole } from './platform/processes.ts'
export {
  Health,
  type CheckResult,
  type HealthQuestion,
  type HealthReport,
} from './operations/health.ts'
export { Schedule, ScheduleAttribute, type ScheduleOptions } from './schedules/attributes.ts'
export {
  JobOptions,
  JobOptionsAttribute,
  type JobSettings,
  type UniqueSettings,
} from './jobs/attributes.ts'
export type { ApplicationBuild } from './build/build-application.ts'
export { Clock } from './config/clock.ts'
export { Cors } from './pipeline/browser/cors.ts'
export { CspNonce } from './pipeline/browser/csp-nonce.ts'
export type { SecurityHeadersOptions } from './pipeline/browser/header-set.ts'
export { SameOrigin, type SameOriginOptions } from './pipeline/browser/same-origin.ts'
export { SecurityHeaders } from './pipeline/browser/security-headers.ts'
export type { CorsOptions } from './pipeline/browser/cors-policy.ts'
export { currentContext, type CurrentContext } from './logging/current-context.ts'
export { Config, type ConfigValues } from './config/config.ts'
export { RedisUnreachable } from './config/connections.ts'
export { ConfigConflict, ConfigValueInvalid, ConfigValueMissing } from './config/errors.ts'
export { CertificateUnreadable } from './config/tls-settings.ts'
export { Command, Option, type CommandOptions } from './console/attributes.ts'
export { CommandDiscovery, CommandRegistry } from './console/registry.ts'
export type { BindingOptions, Lifetime, Resolver, Token } from './container/binding.ts'
export {
  AsynchronousBinding,
  NeedsRequest,
  NotLocal,
  NotProvided,
  OutsideRequestScope,
  RegisteredTooLate,
  UnresolvableDependency,
  UnusableService,
} from './container/errors.ts'
export { Scope } from './container/scope.ts'
export { LoaderMissing, TransformNotInstalled, UnusableRoot } from './discovery/errors.ts'
export { UnknownSetting } from './platform/application-manifest.ts'
export { EventDispatcher } from './events/dispatcher.ts'
export { InvalidListener } from './events/errors.ts'
export {
  EventListenerDiscovery,
  EventListenerRegistry,
  type EventListener,
} from './events/registry.ts'
export {
  JsonLogger,
  Logger,
  type JsonLoggerOptions,
  type LogDetails,
  type LogLevel,
} from './logging/logger.ts'
export { Sensitive } from './logging/sensitive.ts'
export { logThrown, messageOf, toError } from './logging/thrown.ts'
export {
  McpHeader,
  McpResource,
  McpTool,
  type ResourceAnnotations,
  type ResourceOptions,
  type ToolAnnotations,
  type ToolOptions,
} from './mcp/attributes.ts'
export {
  ApiResponse,
  Hidden,
  PaginatedItem,
  type OperationAttribute,
} from './openapi/attributes.ts'
export type {
  Operation,
  Parameter,
  RequestBody,
  ResponseHeader,
  ResponseObject,
} from './schema/operation.ts'
