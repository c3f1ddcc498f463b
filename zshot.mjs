import { chromium } from '@playwright/test'
const [,, ...list] = process.argv
const b = await chromium.launch({ executablePath: '/usr/bin/chromium', args: ['--no-sandbox','--disable-gpu'] })
const ua='Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/120.0 Safari/537.36'
const ctx = await b.newContext({ viewport: {width:1280,height:900}, userAgent: ua, locale:'pt-BR' })
const p = await ctx.newPage()
await p.goto('http://localhost:4230/login'); await p.fill('input[name=email]','equipe@aeropub.test'); await p.fill('input[type=password]','demonstracao-2026'); await p.click('main button[type=submit], button:has-text("Entrar")'); await p.waitForLoadState()
for (const item of list) {
  const [name, path, mode='1280'] = item.split('|')
  const w = mode.startsWith('320') ? 320 : 1280
  await p.setViewportSize({ width: w, height: 900 })
  await p.emulateMedia({ media: mode.includes('print') ? 'print' : 'screen', colorScheme: mode.includes('dark') ? 'dark' : 'light' })
  const t=Date.now(); await p.goto('http://localhost:4230'+path); const ms=Date.now()-t
  if (mode.includes('open')) await p.evaluate(()=>{for(const d of document.querySelectorAll('details'))d.open=true})
  const over = await p.evaluate(()=>document.documentElement.scrollWidth-innerWidth)
  await p.screenshot({ path: `/tmp/r3shots/${name}.png`, fullPage: !mode.includes('clip') , clip: undefined })
  console.log(name, ms+'ms', 'overflow', over, p.url())
}
await b.close()
