export { attribute, type AttributeDecorator } from './base/reflection/attribute.ts'
export {
  AttributeNotCalled,
  AttributeRefused,
  MissingTypeInformation,
} from './base/reflection/errors.ts'
export { markedMethods, type MarkedMethod } from './base/reflection/marked-methods.ts'
export { reflect } from './base/reflection/reflect.ts'
export type {
  ClassReflection,
  MethodReflection,
  ParameterReflection,
} from './base/reflection/class-reflection.ts'
export type { Class, TypeInfo } from './base/reflection/type-info.ts'
export { jsonFormOf } from './data/schema/json-form.ts'
export { scalar, wireOf, type Scalar, type ScalarOptions } from './data/hydration/scalar.ts'
export { standardSchema } from './data/schema/standard-schema.ts'
export type {
  StandardJSONSchemaV1,
  StandardSchemaV1,
} from './data/validation/schema/standard-schema.ts'
export type { float, int } from './base/reflection/scalars.ts'
export type { Constraint } from './data/validation/constraint.ts'
export type { Transform } from './data/validation/transform.ts'
export { LowerCase } from './data/validation/transforms/lower-case.ts'
export { Trim } from './data/validation/transforms/trim.ts'
export { UpperCase } from './data/validation/transforms/upper-case.ts'
export { Computed, Hide } from './data/validation/json-shape.ts'
export { Check } from './data/validation/check.ts'
export { Each } from './data/hydration/each.ts'
export { Email } from './data/validation/constraints/email.ts'
export { GreaterThan } from './data/validation/constraints/greater-than.ts'
export { In } from './data/validation/constraints/in.ts'
export { LessThan } from './data/validation/constraints/less-than.ts'
export { Max } from './data/validation/constraints/max.ts'
export { MaxItems } from './data/validation/constraints/max-items.ts'
export { MaxLength } from './data/validation/constraints/max-length.ts'
export { Min } from './data/validation/constraints/min.ts'
export { MinItems } from './data/validation/constraints/min-items.ts'
export { MinLength } from './data/validation/constraints/min-length.ts'
export {
  Messages,
  type FailureDetail,
  type MessageOptions,
  type MessageParameters,
} from './data/validation/message.ts'
export { MultipleOf } from './data/validation/constraints/multiple-of.ts'
export { NotBlank } from './data/validation/constraints/not-blank.ts'
export { Regex } from './data/validation/constraints/regex.ts'
export { Url } from './data/validation/constraints/url.ts'
export { Uuid } from './data/validation/constraints/uuid.ts'
export {
  ChecksCannotRun,
  InvalidCheck,
  MisplacedConstraint,
  UnusableForm,
  UnusableType,
} from './data/validation/errors.ts'
export { Hydrator, type HydrateOptions } from './data/hydration/hydrator.ts'
export type { JsonSchema } from './data/validation/json-schema.ts'
export { ListOf } from './data/validation/list-of.ts'
export { ValidationFailed } from './data/validation/validation-failed.ts'
export type { FieldErrors } from './data/validation/field-errors.ts'
export { toStoredJson } from './http/message/to-json.ts'
export type { ProblemMembers } from './http/message/problem.ts'
export { HttpError, type HttpErrorOptions } from './http/message/http-error.ts'
export { CookieKeys } from './http/message/cookie-keys.ts'
export { Cookies, type CookieReading } from './http/message/cookies.ts'
export {
  KeysMissing,
  KeyTooShort,
  RequestBodyAlreadyRead,
  SealingNotInstalled,
} from './http/message/errors.ts'
export type { CookieOptions } from './http/message/set-cookie.ts'
export { InvalidTrustedProxies } from './http/message/trusted-addresses.ts'
export {
  Reply,
  type ReplyOrResponse,
  type FileReplyOptions,
  type ReplyBody,
  type ReplyOptions,
} from './http/message/reply.ts'
export { Body, Cookie, Header, Query } from './http/binding/decorators.ts'
export { UnresolvableParameter } from './http/binding/errors.ts'
export {
  Delete,
  Get,
  Patch,
  Post,
  Put,
  type RouteAttribute,
  type RouteOptions,
} from './http/routing/decorators.ts'
export { ErrorHandler } from './http/error-handling/error-handler.ts'
export { Throws } from './http/chain/throws.ts'
export {
  DuplicateErrorHandler,
  DuplicateRoute,
  InvalidErrorHandler,
  InvalidMiddleware,
  InvalidPathTemplate,
  InvalidRoute,
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
export { MiddlewareFailed } from './calls/call-context.ts'
export { ToolCall, type CalledTool } from './http/chain/tool-call.ts'
export { Prefix } from './http/routing/prefix.ts'
export { Timeout, type GivenTimeout, type TimeoutOptions } from './features/middleware/timeout.ts'
export { BodyLimit, type BodyLimitParts, type GivenBodyLimit } from './http/chain/body-limit.ts'
export { OptionsSetting, type SettingOptions } from './http/chain/setting.ts'
export { parseDuration, parseSize } from './base/config/units.ts'
export {
  RateLimit,
  type GivenRateLimit,
  type RateLimitOptions,
  type RateLimitSettings,
} from './features/middleware/rate-limit/rate-limit.ts'
export { HttpRequest } from './http/message/http-request.ts'
export type { MatchedRoute } from './http/message/target.ts'
export type { Sent, SentListener } from './http/message/sent.ts'
export type { Route } from './http/routing/route.ts'
export { RouteDiscovery, Router } from './http/routing/router.ts'
export { Access } from './features/access/access.ts'
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
} from './features/access/decorators.ts'
export { AccessRefused } from './features/access/access-refused.ts'
export {
  Authentication,
  type AccessOptions,
  type AuthenticationOptions,
  type McpAccessOptions,
  type Schemes,
  type ScopeMeaning,
} from './features/access/authentication.ts'
export {
  AuthenticationUnavailable,
  CredentialRefused,
  Denied,
  InvalidAccess,
  InvalidAuthentication,
  type RefusalOptions,
} from './features/access/errors.ts'
export type { Decision, DecisionName, Policy } from './features/access/policy.ts'
export {
  LocalPrincipal,
  Principal,
  type Held,
  type PrincipalOptions,
} from './features/access/principal.ts'
export {
  challengeParameters,
  Scheme,
  type ChallengeDetails,
  type Credential,
  type CredentialPlace,
  type SchemeOptions,
} from './features/access/scheme.ts'
export {
  SessionDataInvalid,
  SessionsNotShared,
  SessionTooLarge,
} from './features/sessions/errors.ts'
export { Session } from './features/sessions/session.ts'
export { Sessions } from './features/sessions/sessions.ts'
export type { SessionsOptions } from './features/sessions/session-opener.ts'
export { Kernel, type KernelOptions } from './kernel.ts'
export { Compress, type CompressOptions } from './features/middleware/compress.ts'
export { Conditional } from './features/middleware/conditional.ts'
export { StaticFiles } from './features/middleware/static-files/static-files.ts'
export type { StaticFilesOptions } from './features/middleware/static-files/static-folder.ts'
export { WrongContentLength } from './http/responses/declared-length.ts'
export {
  ErrorResponse,
  FileResponse,
  HtmlResponse,
  ProblemResponse,
  RedirectResponse,
  TextResponse,
} from './http/responses/builders.ts'
export { BodyAlreadyRead } from './http/responses/refuse-read.ts'
export { SseEvent, type SseEventOptions } from './http/responses/sse-event.ts'
export { Container, type MethodPlan } from './base/container/container.ts'
export { Listener } from './features/events/decorators.ts'
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
export { Table, TableAttribute, tableOf, type TableOptions } from './base/tables/decorators.ts'
export {
  HealthCheck,
  type HealthCheckOptions,
  type ProbeName,
} from './features/health/decorators.ts'
export type { FlushMoment } from './features/health/flush.ts'
export type { AdminEndpoint } from './features/health/admin-endpoint.ts'
export { AdminPortTaken } from './features/health/admin-port-taken.ts'
export { InvalidHealthCheck } from './features/health/errors.ts'
export { InvalidWorkers } from './features/workers/errors.ts'
export { workerRole, type WorkerRole } from './base/platform/processes.ts'
export {
  Health,
  type CheckResult,
  type HealthReportKind,
  type HealthReport,
} from './features/health/health.ts'
export { Schedule, ScheduleAttribute, type ScheduleOptions } from './base/schedules/decorators.ts'
export {
  JobOptions,
  JobOptionsAttribute,
  type JobSettings,
  type UniqueSettings,
} from './base/jobs/decorators.ts'
export type { ApplicationBuild } from './tools/build/build-application.ts'
export { Clock } from './base/config/clock.ts'
export { Cors } from './features/middleware/browser/cors.ts'
export { CspNonce } from './features/middleware/browser/csp-nonce.ts'
export type { SecurityHeadersOptions } from './features/middleware/browser/header-set.ts'
export { SameOrigin, type SameOriginOptions } from './features/middleware/browser/same-origin.ts'
export { SecurityHeaders } from './features/middleware/browser/security-headers.ts'
export type { CorsOptions } from './features/middleware/browser/cors-policy.ts'
export { currentContext, type CurrentContext } from './base/logging/current-context.ts'
export { Config, type ConfigValues } from './base/config/config.ts'
export { Connection } from './base/config/connection-decorator.ts'
export { ConfigConflict } from './base/config/config-conflict.ts'
export { ConfigValueInvalid, ConfigValueMissing } from './base/config/errors.ts'
export { NotBehindPooler } from './base/config/not-behind-pooler.ts'
export { CertificateUnreadable } from './base/config/tls-settings.ts'
export { Command, Option, type CommandOptions } from './tools/console/decorators.ts'
export { CommandDiscovery, CommandRegistry } from './tools/console/registry.ts'
export type { BindingOptions, Lifetime, Resolver, Token } from './base/container/binding.ts'
export {
  AsynchronousBinding,
  NeedsRequest,
  NotLocal,
  NotProvided,
  OutsideRequestScope,
  RegisteredTooLate,
  UnresolvableDependency,
  UnusableService,
} from './base/container/errors.ts'
export { Scope } from './base/container/scope.ts'
export { LoaderMissing, TransformNotInstalled, UnusableRoot } from './base/discovery/errors.ts'
export { UnknownSetting } from './base/platform/application-manifest.ts'
export { EventDispatcher } from './features/events/dispatcher.ts'
export { InvalidListener } from './features/events/errors.ts'
export {
  EventListenerDiscovery,
  EventListenerRegistry,
  type EventListener,
} from './features/events/registry.ts'
export {
  JsonLogger,
  Logger,
  type JsonLoggerOptions,
  type LogDetails,
  type LogLevel,
} from './base/logging/logger.ts'
export { PrettyLogger, type PrettyLoggerOptions } from './base/logging/pretty-logger.ts'
export { Sensitive } from './base/logging/sensitive.ts'
export { messageOf, toError, logThrown } from './base/logging/thrown.ts'
export {
  McpHeader,
  McpResource,
  McpTool,
  type ResourceAnnotations,
  type ResourceOptions,
  type ToolAnnotations,
  type ToolOptions,
} from './features/mcp/catalogue/decorators.ts'
export {
  ApiResponse,
  Hidden,
  PaginatedItem,
  type OperationAttribute,
} from './features/openapi/decorators.ts'
export type {
  Operation,
  Parameter,
  RequestBody,
  ResponseHeader,
  ResponseObject,
} from './data/schema/operation.ts'
