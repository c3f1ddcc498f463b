/** The filter of a publication's clients as its page has it in the address. */
export type HoldersQuery = { kind?: string | undefined; revision?: string | undefined }

export function holdersParams({ kind, revision }: HoldersQuery): Record<string, string> {
  return { ...(kind ? { kind } : {}), ...(revision ? { revision } : {}) }
}
