export type StyleRule = { selector: string; display: string }

/** The width in em for which media queries are evaluated. */
const WIDTH_EM = 80

const rulesByCss = new Map<string, StyleRule[]>()

/** Returns the rules of a style sheet that hide or show elements, in sequence. */
export function listHidingRules(css: string): StyleRule[] {
  const cachedRules = rulesByCss.get(css)
  if (cachedRules) return cachedRules
  const allRules = parseDisplayRules(css)
  const hiddenSubjects = new Set(
    allRules.filter(({ display }) => display === 'none').map(({ selector }) => getSubject(selector)),
  )
  const rules = allRules.filter(({ selector }) => hiddenSubjects.has(getSubject(selector)))
  rulesByCss.set(css, rules)
  return rules
}

function parseDisplayRules(css: string): StyleRule[] {
  const rules: StyleRule[] = []
  const openBlocks: string[] = []
  let text = ''
  for (const letter of css.replace(/\/\*[\s\S]*?\*\//g, '')) {
    if (letter === '{') {
      openBlocks.push(text.slice(text.lastIndexOf(';') + 1).trim())
      text = ''
    } else if (letter === '}') {
      const display = /(?:^|;)\s*display:\s*([\w-]+)/.exec(text)?.[1]
      const selectors = openBlocks.at(-1) ?? ''
      if (display && openBlocks.slice(0, -1).every(doesApply) && !selectors.startsWith('@'))
        for (const selector of selectors.split(/,(?![^(]*\))/))
          if (!selector.includes(':after') && !selector.includes('::'))
            rules.push({ selector: selector.trim(), display })
      openBlocks.pop()
      text = ''
    } else text += letter
  }
  return rules
}

/** Returns the last part of a selector: the element that it styles. */
function getSubject(selector: string): string {
  return selector.split(/[\s>+~]+/).at(-1) ?? selector
}

function doesApply(condition: string): boolean {
  if (!condition.startsWith('@media')) return true
  const [, minWidth] = /min-width:\s*([\d.]+)em/.exec(condition) ?? []
  const [, maxWidth] = /max-width:\s*([\d.]+)em/.exec(condition) ?? []
  if (!minWidth && !maxWidth) return /screen/.test(condition)
  return Number(minWidth ?? 0) <= WIDTH_EM && WIDTH_EM <= Number(maxWidth ?? WIDTH_EM)
}
