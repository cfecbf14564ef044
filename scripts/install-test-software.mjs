// Installs what the tests use beside the project's own packages. `npm test` runs it beside its first steps.
import { installDebianSoftware } from './debian-software.mjs';

installDebianSoftware();
