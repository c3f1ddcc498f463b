import { expect, test } from 'vitest'
import { formatLayoutReason } from '#app/text/settings/service-layout-labels.ts'

test.each([
  [
    'law',
    'simples',
    '2026-10-31',
    'Prefeitura. ME e EPP do Simples Nacional emitem a NFS-e só pelo Emissor Nacional a partir de 01/11/2026 (Resolução CGSN 191/2026).',
  ],
  [
    'law',
    'mei',
    '2026-11-26',
    'Emissor Nacional. O MEI emite a NFS-e só pelo Emissor Nacional desde 01/09/2023 (Resolução CGSN 169/2022).',
  ],
  [
    'national',
    'normal',
    '2026-11-26',
    'Emissor Nacional, por escolha da loja. Fora do Simples Nacional, quem decide é a cidade.',
  ],
  [
    'city',
    'simples',
    '2026-11-26',
    'Prefeitura, por escolha da loja. Confira com a contabilidade: ME e EPP do Simples Nacional emitem a NFS-e só pelo Emissor Nacional desde 01/11/2026 (Resolução CGSN 191/2026).',
  ],
] as const)('explains "%s" under %s on %s', (serviceLayout, regime, day, text) => {
  expect(formatLayoutReason({ serviceLayout, regime }, day)).toBe(text)
})
