import { lazyRouteComponent } from '@tanstack/react-router'
import { fetched } from '../fetched.ts'

/** The component of this name, loaded when its page is first opened. */
export const page = <Module extends Record<string, unknown>, Name extends keyof Module>(
  load: () => Promise<Module>,
  name: Name,
) => lazyRouteComponent(() => fetched(load()), name)
