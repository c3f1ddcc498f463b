/** Explains that a number is in use; `lowest` is the first free number, as the bank writes it. */
export function formatNumberInUse(lowest: string): string {
  return `Os números até este já foram usados: digite ${lowest} ou um maior`
}

export const boletoNumberLabels = {
  title: 'Nosso número dos boletos',
  usedUp: 'Os números deste convênio acabaram: nenhum boleto novo é emitido',
  usedUpAdvice: 'Peça ao banco outra carteira ou outro convênio e ponha-o nas configurações.',
  afterRestore: 'Depois de restaurar um backup',
  afterRestoreAdvice:
    'A cópia não sabe dos boletos emitidos depois dela. Antes de reabrir a loja, procure no site do banco o maior nosso número da carteira e adiante o próximo para um acima dele:',
  bySetting: 'em “Próximo nosso número”, no convênio bancário, ou',
  byCommand: 'no servidor da loja, com o comando',
}

export const boletoNumbersCommand = 'npm run boleto-numbers -- --from NÚMERO'
