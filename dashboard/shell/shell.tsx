import { Link, Outlet, useLocation } from '@tanstack/react-router'
import { Icon } from '../parts/icons.tsx'
import { NotYours } from '../parts/route-states.tsx'
import { useStore } from '../session.ts'
import { texts } from '../texts.ts'
import { PersonMenu } from './person-menu.tsx'
import { mayOpen, PLACES, phonePlacesFor, placeOf, placesFor } from './places.ts'
import styles from './shell.module.css'
import { StoreSwitcher } from './store-switcher.tsx'

/** The rail on a laptop, the bar with five places on a phone, and the page beside or above it. */
export function Shell() {
  const { role } = useStore()
  const { pathname } = useLocation()
  return (
    <div className={styles.shell}>
      <a href="#page" className={styles.skip}>
        {texts.shell.skip}
      </a>
      <header className={styles.top}>
        <StoreSwitcher />
      </header>
      <Rail />
      <main id="page" className={styles.main} tabIndex={-1}>
        {mayOpen(pathname, role) ? <Outlet /> : <NotYours />}
      </main>
      <PhoneBar />
    </div>
  )
}

function Rail() {
  const { role, slug: store } = useStore()
  return (
    <nav className={styles.rail} aria-label={texts.shell.main}>
      <StoreSwitcher />
      {placesFor(role).map((place) => (
        <Link
          key={place}
          to={PLACES[place].to}
          params={{ store }}
          className={styles.place}
          activeOptions={{ exact: place === 'overview', includeSearch: false }}
        >
          <Icon name={PLACES[place].icon} /> {texts.places[place]}
        </Link>
      ))}
      <div className={styles.foot}>
        <PersonMenu />
      </div>
    </nav>
  )
}

function PhoneBar() {
  const { role, slug: store } = useStore()
  const places = phonePlacesFor(role)
  const here = placeOf(useLocation().pathname, places)
  return (
    <nav className={styles.bar} aria-label={texts.shell.main}>
      {places.map((place) => (
        <Link
          key={place}
          to={PLACES[place].to}
          params={{ store }}
          className={styles.tab}
          activeOptions={{ exact: true, includeSearch: false }}
          aria-current={place === here ? 'page' : undefined}
        >
          <Icon name={PLACES[place].icon} size={22} />
          {texts.places[place]}
        </Link>
      ))}
    </nav>
  )
}
