/** Runs in every page before its own scripts and records paints, taps and busy buttons. Times are milliseconds. */
;(() => {
  if (window !== top) return
  const BUSY = 'button[aria-busy="true"], [data-upload-words]:not(:empty)'
  let largestPaint = 0
  let lastTap
  let isTapCaught = false

  new PerformanceObserver((list) => {
    for (const entry of list.getEntries()) largestPaint = entry.startTime
  }).observe({ type: 'largest-contentful-paint', buffered: true })

  addEventListener(
    'click',
    (event) => {
      lastTap = { sentAt: event.timeStamp, answeredAt: performance.now(), target: event.target }
      if (!isTapCaught) return
      event.preventDefault()
      event.stopImmediatePropagation()
    },
    true,
  )

  function readFirstPaint() {
    return performance.getEntriesByName('first-contentful-paint')[0]?.startTime
  }

  /** Waits for the first paint and the element. Returns its middle, scrolled into view. */
  async function findElement(selector) {
    for (;;) {
      const element = readFirstPaint() && document.querySelector(selector)
      if (element && element.getClientRects().length > 0) {
        element.scrollIntoView({ block: 'center', behavior: 'instant' })
        const { x, y, width, height } = element.getBoundingClientRect()
        return { x: x + width / 2, y: y + height / 2 }
      }
      await new Promise(requestAnimationFrame)
    }
  }

  window.phoneProbe = {
    findElement,
    catchTaps() {
      isTapCaught = true
    },
    /** Returns the answered tap on the element, if any. */
    readTap(selector) {
      if (!lastTap?.target.closest(selector)) return undefined
      return { answeredMs: lastTap.answeredAt, delayMs: lastTap.answeredAt - lastTap.sentAt }
    },
    async readPaints() {
      while (!readFirstPaint()) await new Promise(requestAnimationFrame)
      const { domContentLoadedEventEnd } = performance.getEntriesByType('navigation')[0]
      return { firstMs: readFirstPaint(), largestMs: largestPaint, scriptsMs: domContentLoadedEventEnd }
    },
    async scrollThrough() {
      for (let y = 0; y < document.documentElement.scrollHeight; y += innerHeight / 2) {
        scrollTo({ top: y, behavior: 'instant' })
        await new Promise(requestAnimationFrame)
      }
    },
    /** Reports to `reportBusy` when a busy state is painted, counted from the tap or the chosen file. */
    watchBusy() {
      let startedAt
      const start = (event) => {
        if (event.type === 'click' || event.target.type === 'file') startedAt ??= event.timeStamp
      }
      addEventListener('click', start, true)
      addEventListener('change', start, true)
      const observer = new MutationObserver(() => {
        const element = document.querySelector(BUSY)
        if (!element || startedAt === undefined) return
        observer.disconnect()
        requestAnimationFrame(() =>
          setTimeout(() =>
            window.reportBusy({ ms: performance.now() - startedAt, text: element.textContent }),
          ),
        )
      })
      observer.observe(document, { subtree: true, childList: true, characterData: true, attributes: true })
    },
  }
})()
