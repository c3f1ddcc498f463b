/** Returns 'Faltam 3 passos para abrir a loja'. */
export function formatMissingSteps(missing: number): string {
  return missing === 1 ? 'Falta 1 passo para abrir a loja' : `Faltam ${missing} passos para abrir a loja`
}
