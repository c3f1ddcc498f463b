/** The filter of a publication's clients, as in the page's address. */
export type HoldersQuery = { kind?: string | undefined; revision?: string | undefined }

export function toHolderQuery({ kind, revision }: HoldersQuery): Record<string, string> {
  return { ...(kind ? { kind } : {}), ...(revision ? { revision } : {}) }
}
