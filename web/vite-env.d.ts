interface ImportMetaEnv {
  readonly VITE_API_HOST?: string
  readonly VITE_SENTRY_DSN?: string
}
