// Installs the software that the tests use besides the project's own packages. `npm test` runs this script during its
// first steps.
import { installDebianSoftware } from './debian-software.mjs';

installDebianSoftware();
