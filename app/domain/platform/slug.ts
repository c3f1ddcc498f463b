/** Returns 'acao-no-5-sao-joao' for 'Ação nº 5 – São João'. */
export function slugify(text: string): string {
  const letters = text.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase()
  return letters
    .replace(/[^a-z0-9]+/g, '-')
    .slice(0, maxLetters)
    .replace(/^-+|-+$/g, '')
}

const maxLetters = 100
