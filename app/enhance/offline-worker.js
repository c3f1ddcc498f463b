/* biome-ignore-all lint/complexity/useArrowFunction: the oldest engines that still run this know no arrows. */
/**
 * Shows the offline page when there is no network. OFFLINE (its address), FILES and VERSION precede this text. It
 * caches that page, its style and fingerprinted files but no other page, so no personal data (D96).
 */
;(function () {
  var CACHE = 'aeropub-offline-' + VERSION
  var isChecked = false

  self.addEventListener('install', function (event) {
    self.skipWaiting()
    event.waitUntil(
      caches.open(CACHE).then(function (cache) {
        return cache.addAll(
          FILES.map(function (file) {
            return new Request(file, { cache: 'reload', credentials: 'omit' })
          }),
        )
      }),
    )
  })

  self.addEventListener('activate', function (event) {
    event.waitUntil(
      deleteCachesExcept(CACHE).then(function () {
        return self.clients.claim()
      }),
    )
  })

  self.addEventListener('fetch', function (event) {
    var request = event.request
    var address = new URL(request.url)
    if (request.method !== 'GET' || address.origin !== self.location.origin) return
    if (/^\/assets\/[^/]+-[\w-]{8}\.\w+$/.test(address.pathname)) event.respondWith(fetchAsset(request))
    else if (
      request.mode === 'navigate' &&
      !/^\/(admin|api|files|downloads)(\/|$)|\.\w+$/.test(address.pathname)
    )
      event.respondWith(fetchPage(event))
  })

  function fetchPage(event) {
    return fetch(event.request).then(
      function (response) {
        if (!isChecked) event.waitUntil(unregisterIfGone())
        return response
      },
      function () {
        return caches.match(OFFLINE).then(function (cachedPage) {
          return cachedPage || Response.error()
        })
      },
    )
  }

  function fetchAsset(request) {
    return caches.match(request).then(function (cachedAsset) {
      if (cachedAsset) return cachedAsset
      return fetch(request).then(function (response) {
        if (!response.ok) return response
        var copy = response.clone()
        return caches
          .open(CACHE)
          .then(function (cache) {
            return cache.put(request, copy)
          })
          .then(
            function () {
              return response
            },
            // The file is sent even if a full disk prevents caching it.
            function () {
              return response
            },
          )
      })
    })
  }

  /** Unregisters this worker if the shop no longer has one. */
  function unregisterIfGone() {
    isChecked = true
    return fetch(self.location.href, { cache: 'no-cache', credentials: 'omit' }).then(
      function (response) {
        if (response.status !== 404 && response.status !== 410) return
        return deleteCachesExcept(undefined).then(function () {
          return self.registration.unregister()
        })
      },
      function () {
        isChecked = false
      },
    )
  }

  function deleteCachesExcept(keptName) {
    return caches.keys().then(function (names) {
      return Promise.all(
        names
          .filter(function (name) {
            return name.indexOf('aeropub-offline-') === 0 && name !== keptName
          })
          .map(function (name) {
            return caches.delete(name)
          }),
      )
    })
  }
})()
