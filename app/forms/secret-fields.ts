/** Passwords, typed anew each time: never kept, wherever else what was typed is. */
export function isSecretField(name: string): boolean {
  return /(^|\.)(password|confirmation|current)$/.test(name)
}
