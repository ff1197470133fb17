import { t as require_react } from "./react-DgVJeC5g.js";
export default require_react();
